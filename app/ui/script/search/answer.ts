/** A piece that is proposed while somebody types: its title in pieces, and of what kind it is and where it stands, in words. */
export interface SuggestedPiece {
  path: string;
  title: { text: string; isHit: boolean }[];
  note: string;
}

/** What the site answers to the search box's script: the first few pieces. */
export interface SuggestionsAnswer {
  pieces: SuggestedPiece[];
}
