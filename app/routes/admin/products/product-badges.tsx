import { Badge } from '#app/ui/badge.tsx';

/** Whether a product is sold. */
export function ProductBadge({
  isArchived,
  saleStartsAt,
  saleEndsAt,
}: {
  isArchived: boolean;
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
}) {
  if (isArchived) return <Badge>Archived</Badge>;
  if (saleStartsAt || saleEndsAt) return <Badge tone="accent">Limited time</Badge>;
  return <Badge tone="good">For sale</Badge>;
}

/** How far prices are at the payment providers; one that was never sent there is made when it is first sold. */
export function ProvisionBadge({ states }: { states: readonly string[] }) {
  if (states.includes('failed')) return <Badge tone="danger">Failed</Badge>;
  if (states.includes('waiting')) return <Badge tone="warn">Setting up</Badge>;
  return states.length > 0 ? <Badge tone="good">Ready</Badge> : <Badge>Set up at first sale</Badge>;
}
