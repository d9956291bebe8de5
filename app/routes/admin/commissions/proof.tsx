import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { countDesk } from '#app/domain/programme/commissions/ledger-desk.server.ts';
import {
  listProofs,
  type ProofFigures,
  type ProofFinding,
} from '#app/domain/programme/commissions/proof.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { DeskFrame } from '#app/routes/admin/commissions/desk-frame.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Badge } from '#app/ui/badge.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/proof';

export const middleware: Route.MiddlewareFunction[] = [allow('commissions:read')];

export async function loader() {
  const [proofs, counts] = await Promise.all([listProofs(), countDesk()]);
  return {
    counts,
    proofs: proofs.map(({ id, startedAt, finishedAt, isSound, figures, findings }) => ({
      id,
      startedAt,
      seconds: Math.max(0, finishedAt.getTime() - startedAt.getTime()) / 1000,
      isSound,
      // As the proof has written them.
      figures: figures as unknown as ProofFigures,
      findings: findings as unknown as ProofFinding[],
    })),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Proof of the ledger')];

export default function Proof({ loaderData: { counts, proofs } }: Route.ComponentProps) {
  const [latest] = proofs;
  return (
    <DeskFrame
      tab="proof"
      counts={counts}
      lead="Every night each total, balance, payment and payout is compared with the rows of the ledger. The latest 30 proofs."
    >
      {latest && !latest.isSound ? <Findings findings={latest.findings} /> : null}
      {proofs.length === 0 ? (
        <EmptyState title="The ledger was not proved yet">The first proof is made in the night.</EmptyState>
      ) : (
        <DataTable
          caption="Proofs, the latest first"
          rows={proofs}
          keyOf={({ id }) => id}
          columns={[
            { label: 'When', cell: ({ startedAt }) => <Moment at={startedAt} /> },
            {
              label: 'Result',
              cell: ({ isSound, findings }) => (
                <span>
                  {isSound ? (
                    <Badge tone="good">Adds up</Badge>
                  ) : (
                    <Badge tone="danger">
                      {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
                    </Badge>
                  )}
                </span>
              ),
            },
            { label: 'Rows', isFigure: true, cell: ({ figures }) => figures.rows.toLocaleString('en-US') },
            { label: 'Received', isFigure: true, cell: ({ figures }) => formatMoney(figures.receivedCents) },
            { label: 'Earned', isFigure: true, cell: ({ figures }) => formatMoney(figures.earnedCents) },
            { label: 'Paid out', isFigure: true, cell: ({ figures }) => formatMoney(figures.paidOutCents) },
            { label: 'Owed', isFigure: true, cell: ({ figures }) => formatMoney(figures.owedCents) },
            { label: 'Took', isFigure: true, cell: ({ seconds }) => <>{seconds.toFixed(1)} s</> },
          ]}
        />
      )}
    </DeskFrame>
  );
}

function Findings({ findings }: { findings: readonly ProofFinding[] }) {
  return (
    <section
      aria-labelledby="findings"
      className="grid gap-3 rounded-card border border-danger bg-surface p-4"
    >
      <h2 id="findings" className="text-xl">
        The latest proof does not add up
      </h2>
      <ul className="grid gap-3 text-sm">
        {findings.map(({ rule, count, examples }) => (
          <li key={rule} className="grid gap-1">
            <span className="font-semibold">
              {rule}: broken {count === 1 ? 'once' : `${count} times`}
            </span>
            {examples.length > 0 ? (
              <code className="text-xs wrap-anywhere text-muted">{examples.join(' ')}</code>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
