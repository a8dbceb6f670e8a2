/* The arguments of the program. */
#ifndef CORE_ARGUMENTS_H
#define CORE_ARGUMENTS_H

/* Takes the arguments of main, and returns them in UTF-8, *count of them: on Windows main gets them
 * in letters of the place, without those that these lack. A console then shows UTF-8 until the program
 * ends. They stay valid. */
char **arguments_take(int *count, char **arguments);

#endif
