/** A page or a person that the palette leads to. */
export interface PaletteTarget {
  path: string;
  title: string;
  note: string;
}

/** What the site answers to the palette of an admin: pages of the admin area, and people. */
export interface PaletteAnswer {
  pages: PaletteTarget[];
  people: PaletteTarget[];
}
