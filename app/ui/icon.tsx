import type { ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';

function Icon({ children, className }: { children: ReactNode; className?: string }) {
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

type IconProps = { className?: string };

export const Chevron = ({ className }: IconProps) => (
  <Icon className={classNames('chevron transition-transform', className)}>
    <path d="m6 9 6 6 6-6" />
  </Icon>
);
export const ArrowRight = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 12h14m-6-6 6 6-6 6" />
  </Icon>
);
export const ArrowLeft = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M19 12H5m6 6-6-6 6-6" />
  </Icon>
);
export const Check = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);
export const Close = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6 6l12 12M18 6 6 18" />
  </Icon>
);
export const Menu = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
export const Play = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
  </Icon>
);
export const Clock = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);
export const Lock = ({ className }: IconProps) => (
  <Icon className={className}>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </Icon>
);
export const Chat = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5zM8 9.5h8M8 12.75h5" />
  </Icon>
);
export const Book = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M5 5.5A2.5 2.5 0 0 1 7.5 3H19v15H7.5A2.5 2.5 0 0 0 5 20.5zM5 20.5A2.5 2.5 0 0 0 7.5 21H19" />
  </Icon>
);
export const Download = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14" />
  </Icon>
);
export const Bell = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6.5 10.5a5.5 5.5 0 0 1 11 0c0 4.5 2 6 2 6h-15s2-1.5 2-6zM10 19.5a2.1 2.1 0 0 0 4 0" />
  </Icon>
);
export const Search = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </Icon>
);
export const File = ({ className }: IconProps) => (
  <Icon className={className}>
    <path d="M6.5 3.5H14L18.5 8v12.5h-12zM14 3.5V8h4.5M9.5 12.5h6m-6 4h4" />
  </Icon>
);
export const People = ({ className }: IconProps) => (
  <Icon className={className}>
    <circle cx="9" cy="8.5" r="3.25" />
    <path d="M3 19.5c.5-3.5 2.8-5.25 6-5.25s5.5 1.75 6 5.25M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17.5 14.6c2 .7 3.2 2.3 3.5 4.9" />
  </Icon>
);
