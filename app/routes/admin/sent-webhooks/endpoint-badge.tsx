import type { ListedEndpoint } from '#app/domain/operating/devops/webhooks/endpoints.server.ts';
import { Badge } from '#app/ui/badge.tsx';

/** How an endpoint stands. */
export function EndpointBadge({
  endpoint: { isOn, offReason, failingSince },
}: {
  endpoint: Pick<ListedEndpoint, 'isOn' | 'offReason' | 'failingSince'>;
}) {
  const [tone, words] = isOn
    ? failingSince
      ? (['warn', 'Failing'] as const)
      : (['good', 'On'] as const)
    : offReason === 'failing'
      ? (['danger', 'Off: failing'] as const)
      : offReason === 'gone'
        ? (['danger', 'Off: gone'] as const)
        : offReason === 'key_ended'
          ? (['danger', 'Off: key ended'] as const)
          : (['neutral', 'Off'] as const);
  return (
    <span className="whitespace-nowrap">
      <Badge tone={tone}>{words}</Badge>
    </span>
  );
}
