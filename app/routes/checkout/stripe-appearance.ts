import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useSyncExternalStore } from 'react';

const darkScheme = () => window.matchMedia('(prefers-color-scheme: dark)');

/** What the member chose for this browser, or else what the device asks for. */
function isShownDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : darkScheme().matches;
}

function onSchemeChange(tell: () => void): () => void {
  const scheme = darkScheme();
  scheme.addEventListener('change', tell);
  return () => scheme.removeEventListener('change', tell);
}

/** The looks of the card fields, in the colors that the site has in the browser's scheme. They stand in a frame of the provider's. */
export function useCardAppearance(): Appearance {
  const isDark = useSyncExternalStore(onSchemeChange, isShownDark);
  return useMemo(() => appearanceIn(isDark), [isDark]);
}

function appearanceIn(isDark: boolean): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: color('accent'),
      colorBackground: color('surface'),
      colorText: color('ink'),
      colorTextSecondary: color('muted'),
      colorTextPlaceholder: color('muted'),
      colorDanger: color('danger'),
      // What is loaded for the site does not reach into the frame.
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: '8px',
    },
    rules: {
      '.Input': { border: `1px solid ${color('line-strong')}`, boxShadow: 'none' },
      '.Input:focus': {
        outline: `3px solid ${color('accent')}`,
        outlineOffset: '2px',
        boxShadow: 'none',
      },
      '.Input--invalid': { border: `1px solid ${color('danger')}`, boxShadow: 'none' },
      '.Label': { fontWeight: '600' },
    },
  };
}
