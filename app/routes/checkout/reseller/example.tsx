interface Row {
  item: string;
  affiliate: string;
  reseller: string;
}

interface ExampleProps {
  copy: {
    title: string;
    lead: string;
    columns: Row;
    years: { title: string; text: string; rows: Row[]; total: Row }[];
    note: string;
  };
}

/** Two years reckoned through, as tables one can check. */
export function Example({ copy: { title, lead, columns, years, note } }: ExampleProps) {
  return (
    <section aria-labelledby="example" className="page section grid gap-8">
      <header className="grid max-w-3xl gap-4">
        <h2 id="example" className="headline">
          {title}
        </h2>
        <p className="text-lg text-muted">{lead}</p>
      </header>
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-16">
        {years.map((year) => (
          <section key={year.title} className="grid content-start gap-4">
            <h3 className="text-xl">{year.title}</h3>
            <p className="text-muted">{year.text}</p>
            <table className="w-full border-collapse text-left text-sm tabular-nums sm:text-base">
              <caption className="sr-only">{year.title}</caption>
              <thead className="text-sm text-muted">
                <tr className="border-b border-line-strong">
                  <th scope="col" className="py-2 pr-3 font-medium">
                    {columns.item}
                  </th>
                  <th scope="col" className="py-2 pr-3 text-right font-medium">
                    {columns.affiliate}
                  </th>
                  <th scope="col" className="py-2 text-right font-medium">
                    {columns.reseller}
                  </th>
                </tr>
              </thead>
              <tbody>
                {year.rows.map((row) => (
                  <tr key={row.item} className="border-b border-line">
                    <th scope="row" className="py-3 pr-3 font-normal">
                      {row.item}
                    </th>
                    <td className="py-3 pr-3 text-right whitespace-nowrap">{row.affiliate}</td>
                    <td className="py-3 text-right whitespace-nowrap">{row.reseller}</td>
                  </tr>
                ))}
              </tbody>
              <tfoot>
                <tr className="font-semibold">
                  <th scope="row" className="py-3 pr-3">
                    {year.total.item}
                  </th>
                  <td className="py-3 pr-3 text-right whitespace-nowrap">{year.total.affiliate}</td>
                  <td className="py-3 text-right whitespace-nowrap">{year.total.reseller}</td>
                </tr>
              </tfoot>
            </table>
          </section>
        ))}
      </div>
      <p className="max-w-prose text-sm text-muted">{note}</p>
    </section>
  );
}
