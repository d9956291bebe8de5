/** Components of app/ui that the design page does not show, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  Frame: 'the label, hint and errors of every field, which Forms shows',
  TimeAxis: 'the line of time below every chart, which Charts shows',
  UnfinishedNote: 'the line below a chart whose last bar still grows, which Charts shows',
  ValueAxis: 'the values beside a chart with a line of zero, which Charts shows',
  FromServer: 'carries markup of the page’s frame to the browser; it has no looks',
  Icon: 'what every icon is drawn in',
  Kept: 'keeps markup that the page came with; it has no looks',
  LinksFromServer: 'keeps markup with links that the page came with; it has no looks',
  OpenDialog: 'a Dialog that React opens',
  PageHtml: 'carries a text’s markup; Prose has its looks',
  Pagination: 'the ways through a list that is paged by number: ListWays with the page between them',
  PostedField: 'a hidden field',
  SameForAll: 'markup that is rendered once for all; it has no looks',
};
