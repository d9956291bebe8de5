/** Elements whose words no mail program shows. Everything else is shown, so that nothing is lost where an element is never closed. */
export const hiddenTags = new Set(['style', 'script', 'title']);

/** Whether what stands between the tags of a hidden element is a page rather than a style sheet or a title: its end tag is missing. */
export const looksLikePage = (content: string): boolean =>
  /<\/?(?:head|body|html|p|div|table|tr|td|br|span|h[1-6])[\s>/]/i.test(content);

/** What follows the start of an element that never ends, with every further start of one taken away: none of those can end either. */
export const withoutTag = (rest: string, name: string): string =>
  rest.replaceAll(new RegExp(`<(/?)${name}`, 'gi'), `<$1x-${name}`);

/** What follows the start of a comment that never ends. */
export const withoutComments = (rest: string): string => rest.replaceAll('<!--', ' ');

/** What begins with a tag that never ends, because a quotation mark is missing, say: tags without attributes, and the rest as words. */
export const withoutAttributes = (rest: string): string =>
  rest.replaceAll(
    /<(\/?[a-z][a-z0-9]*)?([^<>]*)(>?)/gi,
    (all, name?: string, _inner?: string, end?: string) => {
      if (end === '>' && name) return `<${name}>`;
      return end === '>' && all.startsWith('<!') ? all : `&lt;${all.slice(1)}`;
    },
  );

/** Attributes that hold no tags: where one seems to, the quotation mark that should end it is missing. */
const plainAttributes = new Set(
  'href style class id align valign width height color bgcolor face size dir lang border'.split(' '),
);

/** Whether an attribute has swallowed what follows its tag. */
export const isSwallowing = (name: string, value: string): boolean =>
  plainAttributes.has(name) && value.includes('<') && /<\/?[a-z]/i.test(value);
