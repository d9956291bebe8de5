type Child = Node | string;

/** An element with these properties and attributes (those with a dash, and `role`), and what is in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-') || key === 'role') node.setAttribute(key, String(value));
    else Object.assign(node, { [key]: value });
  }
  node.append(...children);
  return node;
}
