/** How far a delivery is: on its way, taken, or given up. */
export const deliveryStates = ['waiting', 'delivered', 'dead'] as const;

export type DeliveryState = (typeof deliveryStates)[number];
