import { Notice } from '#app/ui/notice.tsx';

/** A field of a form: what it is called, what is there now, and what was typed. */
interface ComparedField {
  label: string;
  now: string;
  typed: string | undefined;
}

/** The fields that `labels` names, as they are saved and as `form` has them typed; `shown` writes a value as its field shows it. */
export const comparedFields = <Name extends string>(
  labels: Readonly<Record<Name, string>>,
  saved: Readonly<Record<NoInfer<Name>, string | undefined>>,
  form: { field: (name: NoInfer<Name>) => { defaultValue: string | undefined } },
  shown: (name: NoInfer<Name>, value: string) => string = (_, value) => value,
): ComparedField[] =>
  (Object.keys(labels) as Name[]).map((name) => ({
    label: labels[name],
    now: shown(name, saved[name] ?? ''),
    typed: shown(name, form.field(name).defaultValue ?? ''),
  }));

/** As it is read: browsers send lines with other ends than they show. */
const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();

/**
 * The version that a form is filled in over, as a field of it: after a refusal that of now. With it, where somebody else was quicker,
 * what is there now, field by field, where it is not what was typed. Whoever saves again puts theirs over it, and has seen it.
 */
export function ChangedMeanwhile({
  typedOver,
  version,
  fields,
}: {
  /** The version that the refused form was filled in over; none before a form was sent. */
  typedOver: unknown;
  version: string;
  fields: readonly ComparedField[];
}) {
  const different = fields.filter(({ now, typed = '' }) => plain(now) !== plain(typed));
  const isChanged = typedOver !== undefined && typedOver !== version && different.length > 0;
  return (
    <>
      <input type="hidden" name="version" value={version} />
      {isChanged ? (
        <Notice tone="warn">
          <p className="font-semibold">
            Someone changed this meanwhile. Current values that differ from yours:
          </p>
          <dl className="mt-2 grid gap-x-6 gap-y-1 text-ink sm:grid-cols-[max-content_minmax(0,1fr)]">
            {different.map(({ label, now }) => (
              <div key={label} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
                <dt className="text-muted">{label}</dt>
                <dd dir="auto" className="min-w-0 whitespace-pre-line wrap-anywhere">
                  {now || 'Nothing'}
                </dd>
              </div>
            ))}
          </dl>
        </Notice>
      ) : null}
    </>
  );
}
