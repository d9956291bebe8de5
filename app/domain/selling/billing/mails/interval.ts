/** The interval that a mail names. Mails queued before they had this field are about monthly subscriptions. */
export const intervalOf = (interval: string | null | undefined): string => interval ?? 'month';
