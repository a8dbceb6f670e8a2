/* The version that the program tells of itself. */
#ifndef CORE_VERSION_H
#define CORE_VERSION_H

#define PANOPTES_VERSION "0.1"

#endif
