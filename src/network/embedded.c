#include "network/embedded.h"

/* The path counts from the folder of the Makefile, which compiles this file without link-time
 * optimisation, so that the network is read now and not when the program is linked. */
__asm__(".section .rodata\n"
        ".balign 64\n"
        ".global embedded_network, embedded_network_end\n"
        "embedded_network:\n"
        ".incbin \"src/network/panoptes.net\"\n"
        "embedded_network_end:\n"
        ".previous\n");
