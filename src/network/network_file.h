/* Where networks come from: a file, or the one inside the program. */
#ifndef NETWORK_NETWORK_FILE_H
#define NETWORK_NETWORK_FILE_H

#include "network/network.h"

enum { NETWORK_SIZE_MAX = 16 << 20 /* bytes of a file */ };

/* A network and the bytes in which it lies. */
typedef struct NetworkFile NetworkFile;

/* Reads a file. Returns NULL, with the reason in *reason, if it cannot be read or is refused: files
 * are hostile. */
NetworkFile *network_open(const char *path, const char **reason);

/* The same of a file with NETWORK_HIDDEN neurons or fewer (network_find_narrow). */
NetworkFile *network_open_narrow(const char *path, int *hidden, const char **reason);

/* Frees it; NULL is allowed. */
void network_close(NetworkFile *file);

/* Its network, valid until it is closed. */
const Network *network_of(const NetworkFile *file);

/* Finds the network inside the program: the bytes of src/network/panoptes.net. Call once, behind
 * inputs_init. */
void network_file_init(void);

/* That network; NULL if it is refused. */
const Network *network_embedded(void);

/* Why it is refused: its bytes are damaged, or of another shape than the program. NULL if it is not. */
const char *network_embedded_fault(void);

#endif
