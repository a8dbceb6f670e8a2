/* How kernels are called: by the System V ABI on every system, so that each exists once in NASM. A
 * compiler for Windows learns so from this word in their types, and in what is defined or declared
 * without the help of one. */
#ifndef KERNELS_ABI_H
#define KERNELS_ABI_H

#ifdef _WIN32
#define KERNEL_ABI __attribute__((sysv_abi))
#else
#define KERNEL_ABI
#endif

#endif
