import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';

export function Icon({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      className={classNames('size-5 shrink-0', className)}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export type IconProps = { className?: string };

/** An icon of what is drawn in it, 24 by 24. */
/* @__NO_SIDE_EFFECTS__ */
export const icon = (drawing: ReactNode) =>
  function Drawn({ className }: IconProps) {
    return <Icon className={className}>{drawing}</Icon>;
  };

export const Chevron = ({ className }: IconProps) => (
  <Icon className={classNames('chevron transition-transform', className)}>
    <path d="m6 9 6 6 6-6" />
  </Icon>
);
export const ArrowRight = icon(<path d="M5 12h14m-6-6 6 6-6 6" />);
export const ArrowLeft = icon(<path d="M19 12H5m6 6-6-6 6-6" />);
export const Check = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const Close = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const Play = icon(<path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />);
export const Clock = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
);
export const Lock = icon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const Chat = icon(
  <path d="M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5zM8 9.5h8M8 12.75h5" />,
);
export const Download = icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />);
export const Menu = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const Bell = icon(
  <path d="M6.5 10.5a5.5 5.5 0 0 1 11 0c0 4.5 2 6 2 6h-15s2-1.5 2-6zM10 19.5a2.1 2.1 0 0 0 4 0" />,
);
export const Search = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
);
