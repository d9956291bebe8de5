import { type Widget, widgetKinds, widgetSchema } from '#app/domain/site/widgets/widget.ts';
import { isSignatureOf, signatureOf } from '#app/platform/secrets/signing.server.ts';

/** What a widget is signed over: its kind and its parameters in the order of the schema. */
function parametersOf({ kind: _, ...widget }: Widget): URLSearchParams {
  const names = Object.keys(widgetSchema.shape).filter((name) => name !== 'kind') as (keyof typeof widget)[];
  return new URLSearchParams(names.map((name) => [name, String(widget[name])]));
}

/** The address of a widget (P163), signed: a path of the site. */
export function widgetPath(widget: Widget): string {
  const parameters = String(parametersOf(widget));
  return `/widgets/${widget.kind}?${parameters}&sig=${signatureOf('widget address', `${widget.kind}?${parameters}`)}`;
}

/** The widget that an address names; null for one that was not made here: another kind, parameter, order or signature. */
export function readWidgetPath(kind: string, query: URLSearchParams): Widget | null {
  if (!(widgetKinds as readonly string[]).includes(kind)) return null;
  const parameters = new URLSearchParams(query);
  const signature = parameters.get('sig') ?? '';
  parameters.delete('sig');
  if (!isSignatureOf('widget address', `${kind}?${parameters}`, signature)) return null;
  const result = widgetSchema.safeParse({ kind, ...Object.fromEntries(parameters) });
  return result.success ? result.data : null;
}
