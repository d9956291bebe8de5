/** What the page's paper is (`--paper` in app/ui/styles.css), for what browsers draw around it. */
const paper = { light: '#fbfaf6', dark: '#151614' } as const;

/** The color of the window around the page: that of the chosen theme, or of either by what the device is set to. */
export function ThemeColor({ theme }: { theme: keyof typeof paper | null | undefined }) {
  if (theme) return <meta name="theme-color" content={paper[theme]} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={paper.light} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={paper.dark} />
    </>
  );
}
