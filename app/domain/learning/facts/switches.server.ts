import { config } from '#app/platform/config.server.ts';

/** What an operator switches on and off, by the name that texts use. */
export const switches = (): Readonly<Record<string, boolean>> => ({
  secondTier: config().hasSecondTier,
  // The sandbox stands on this machine: nothing is passed to anybody.
  assistantModel: (config().assistant.model?.baseUrl ?? null) !== null,
});

const part = /\{\{([#^])(\w+)\}\}([\s\S]*?)\{\{\/\2\}\}/g;

/**
 * Leaves out the parts of a text that a setting switches off (P45): {{#name}}only where it is on{{/name}} and
 * {{^name}}only where it is off{{/name}}. Parts do not stand in one another. @throws when a name or an end is missing.
 */
export function withSwitches(text: string): string {
  const states = switches();
  const result = text.replace(part, (_, sign: string, name: string, inner: string) => {
    const isOn = states[name];
    if (isOn === undefined) throw new Error(`A text names {{#${name}}}, which is no switch the site knows.`);
    return (sign === '#') === isOn ? inner : '';
  });
  const stray = /\{\{[#^/][^}]*\}\}/.exec(result)?.[0];
  if (stray) throw new Error(`A text has ${stray} without its other end.`);
  return result;
}

/** The names of the switches, for the check of content. */
export const switchNames = (): readonly string[] => Object.keys(switches());
