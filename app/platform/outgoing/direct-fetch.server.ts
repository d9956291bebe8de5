/**
 * Fetches from a provider, whose API has no reason to redirect: an answer that leads elsewhere is a failed call (P256). Otherwise what is
 * sent, such as a key or what somebody wrote, would follow to whatever host the answer names.
 * @throws {TypeError} as fetch does where there is no connection
 */
export const fetchDirectly: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
