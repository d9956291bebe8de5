import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';

/** A form of a page as one of its buttons sends it. */
export interface PostedForm {
  /** Where it is posted to, as the page says it; null for the page's own address. */
  action: string | null;
  isMultipart: boolean;
  /** What it holds as the page was sent: what is typed comes on top. */
  fields: Record<string, string>;
  /** Every name that something can be typed into or chosen for. */
  names: readonly string[];
}

const textOf = (element: Element): string =>
  element.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');

const controls = ['input', 'textarea', 'select', 'button'];

function elementsOf(root: Root | Element, names: readonly string[]): Element[] {
  const found: Element[] = [];
  visit(root, 'element', (element) => {
    if (names.includes(element.tagName)) found.push(element);
  });
  return found;
}

/** What a control sends as it stands; null for nothing. */
function sentBy(control: Element): string | null {
  const { type, value, checked } = control.properties;
  if (control.tagName === 'textarea') return textOf(control).replace(/^\n/, '');
  if (control.tagName === 'select') {
    const options = elementsOf(control, ['option']);
    const chosen = options.find(({ properties }) => properties.selected) ?? options[0];
    return chosen ? String(chosen.properties.value ?? textOf(chosen)) : null;
  }
  if (type === 'checkbox' || type === 'radio') return checked ? String(value ?? 'on') : null;
  return ['file', 'submit', 'button', 'image', 'reset'].includes(String(type)) ? null : String(value ?? '');
}

/** The forms of a page that are posted, once for each button that says something of its own. */
export function postedForms(html: string): PostedForm[] {
  const root = fromHtml(html);
  const everything = elementsOf(root, controls);
  return elementsOf(root, ['form'])
    .filter(({ properties }) => String(properties.method).toLowerCase() === 'post')
    .flatMap((form) => {
      const inside = elementsOf(form, controls).filter(({ properties }) => properties.form === undefined);
      const { id } = form.properties;
      const beside = id ? everything.filter(({ properties }) => properties.form === id) : [];
      const all = [...inside, ...beside].filter(({ properties }) => !properties.disabled);
      const fields: Record<string, string> = {};
      const filled = all.filter(({ tagName }) => tagName !== 'button');
      for (const control of filled) {
        const value = sentBy(control);
        if (control.properties.name && value !== null) fields[String(control.properties.name)] = value;
      }
      const names = filled.flatMap(({ properties }) => (properties.name ? [String(properties.name)] : []));
      const presses = all.filter(
        ({ tagName, properties }) => tagName === 'button' && (properties.type ?? 'submit') === 'submit',
      );
      return (presses.length > 0 ? presses : [null]).map((press): PostedForm => {
        const { name, value, formAction } = press?.properties ?? {};
        const { action, encType } = form.properties;
        const to = formAction ?? action;
        return {
          action: to === undefined || to === null ? null : String(to),
          isMultipart: String(encType).startsWith('multipart'),
          fields: name ? { ...fields, [String(name)]: String(value ?? '') } : fields,
          names,
        };
      });
    });
}
