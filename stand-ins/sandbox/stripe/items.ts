import type { SandboxObject } from '#stand-ins/sandbox/store.ts';

export interface Item {
  id: string;
  price: SandboxObject;
  /** How many times the price is paid. */
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

/** What a subscription is to: its price, how many times it is paid, and its present period. */
export function itemOf(subscription: SandboxObject): Item {
  const [item] = (subscription.items as { data: Item[] }).data;
  if (!item) throw new Error('a subscription without items');
  return item;
}
