/** Whether a page is that of a link of the navigation, or one below it, in whatever case its address is written. */
export const isWithin = (pathname: string, section: string): boolean =>
  `${pathname}/`.toLowerCase().startsWith(`${section}/`);
