/** Characters of what somebody says on asking for money back. */
export const refundReasonLength = 1000;
