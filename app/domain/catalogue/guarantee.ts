/** Days within which a payment is refunded on request. A file of its own: pages take it to the browser without the catalogue. */
export const guaranteeDays = 30;
