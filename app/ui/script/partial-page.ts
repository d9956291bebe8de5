/** Sent with a request for a page of which only a part is shown: the message that waits for the page goes on waiting (P160). */
export const forAPart = { 'X-Part': 'script' };
