/** Characters of what somebody says on asking for money back. */
export const refundReasonLength = 1000;

/** Characters of what an operator answers who is not given it. */
export const refundAnswerLength = 1000;
