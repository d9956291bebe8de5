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
          columns={[
            { label: 'When' },
            { label: 'Result' },
            { label: 'Rows', isFigure: true },
            { label: 'Received', isFigure: true },
            { label: 'Earned', isFigure: true },
            { label: 'Paid out', isFigure: true },
            { label: 'Owed', isFigure: true },
            { label: 'Took', isFigure: true },
          ]}
        >
          {proofs.map(({ id, startedAt, seconds, isSound, figures, findings }) => (
            <tr key={id}>
              <th scope="row">
                <Moment at={startedAt} />
              </th>
              <td data-label="Result">
                <span>
                  {isSound ? (
                    <Badge tone="good">Adds up</Badge>
                  ) : (
                    <Badge tone="danger">
                      {findings.length === 1 ? '1 finding' : `${findings.length} findings`}
                    </Badge>
                  )}
                </span>
              </td>
              <td data-label="Rows" className="is-figure">
                {figures.rows.toLocaleString('en-US')}
              </td>
              <td data-label="Received" className="is-figure">
                {formatMoney(figures.receivedCents)}
              </td>
              <td data-label="Earned" className="is-figure">
                {formatMoney(figures.earnedCents)}
              </td>
              <td data-label="Paid out" className="is-figure">
                {formatMoney(figures.paidOutCents)}
              </td>
              <td data-label="Owed" className="is-figure">
                {formatMoney(figures.owedCents)}
              </td>
              <td data-label="Took" className="is-figure">
                {seconds.toFixed(1)} s
              </td>
            </tr>
          ))}
        </DataTable>
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
