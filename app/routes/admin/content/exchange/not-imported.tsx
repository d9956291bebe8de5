import { DataTable } from '#app/ui/data-table.tsx';

/** What of a file does not come, by name and reason; nothing where all of it does. */
export function NotImported({
  title,
  intro,
  items,
}: {
  title: string;
  intro: string;
  items: readonly { name: string; reason: string }[];
}) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="not-imported" className="grid grid-cols-1 gap-3">
      <h2 id="not-imported" className="text-xl">
        {title}
      </h2>
      <p className="text-sm text-muted">{intro}</p>
      <DataTable
        caption="What does not come, and why"
        rows={items.map((item, index) => ({ ...item, index }))}
        keyOf={({ index }) => index}
        columns={[
          {
            label: 'Name',
            cell: ({ name }) => <bdi className="wrap-anywhere">{name}</bdi>,
          },
          { label: 'Reason', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
        ]}
      />
    </section>
  );
}
