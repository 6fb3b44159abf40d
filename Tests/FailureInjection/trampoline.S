// One function for each intercepted call: it asks inject_fails, then returns the failure value or jumps to the real function.
.macro call_that_can_fail name, index
  .globl \name
  .type \name, @function
\name:
  mov $\index, %r11d
  jmp decide
.endm

.text
// Every register that can hold an argument is kept. The index is in r11, the return address at the top of the stack.
decide:
  push %rbp
  mov %rsp, %rbp
  push %rdi
  push %rsi
  push %rdx
  push %rcx
  push %r8
  push %r9
  push %rax
  push %r11
  push %r10
  sub $136, %rsp
  and $-16, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  mov %r11d, %edi
  mov 8(%rbp), %rsi
  call inject_fails
  mov -64(%rbp), %edi
  test %eax, %eax
  jne 1f
  call inject_real
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  mov %rax, %r11
  mov -8(%rbp), %rdi
  mov -16(%rbp), %rsi
  mov -24(%rbp), %rdx
  mov -32(%rbp), %rcx
  mov -40(%rbp), %r8
  mov -48(%rbp), %r9
  mov -56(%rbp), %rax
  mov -72(%rbp), %r10
  leave
  jmp *%r11
1:
  call inject_value
  leave
  ret
#include "trampolines.h"
.section .note.GNU-stack, "", @progbits
