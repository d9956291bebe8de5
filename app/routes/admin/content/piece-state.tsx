import type { VersionSummary } from '#app/domain/publishing/versions.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Moment } from '#app/ui/moment.tsx';

interface Props {
  published: VersionSummary | null;
  waiting: VersionSummary | null;
  isOnSite: boolean;
  /** Of a course that takes no new learners. */
  isArchived?: boolean;
}

/** Where a piece stands: what readers see, and what waits. */
export function PieceState({ published, waiting, isOnSite, isArchived }: Props) {
  return (
    <span className="flex flex-wrap items-center gap-1.5 whitespace-nowrap">
      {published?.kind === 'archived' ? <Badge tone="danger">Off the site</Badge> : null}
      {isArchived ? <Badge>Archived</Badge> : null}
      {published?.kind === 'text' ? <Badge tone="good">Edited</Badge> : null}
      {published?.kind !== 'archived' && !isOnSite ? <Badge>Not published</Badge> : null}
      {isOnSite && published?.kind !== 'text' ? <span className="text-muted">Original</span> : null}
      {waiting?.state === 'draft' ? (
        <Badge tone={waiting.problem ? 'danger' : 'warn'}>
          {waiting.problem ? 'Scheduled publishing failed' : 'Draft'}
        </Badge>
      ) : null}
      {waiting?.publishAt && waiting.state === 'scheduled' ? (
        <Badge tone="accent">
          Due <Moment at={waiting.publishAt} isUtc />
        </Badge>
      ) : null}
    </span>
  );
}
