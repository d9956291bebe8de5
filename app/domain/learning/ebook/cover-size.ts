/** The cover's shape in pixels, in the proportion of the printed page. */
export const coverSize = { width: 1200, height: 1800 } as const;
