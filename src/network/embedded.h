/* The bytes of panoptes.net, the network inside the program. How it was made: README.md. */
#ifndef NETWORK_EMBEDDED_H
#define NETWORK_EMBEDDED_H

extern const unsigned char embedded_network[], embedded_network_end[];

#endif
