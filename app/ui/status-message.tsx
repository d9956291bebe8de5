interface StatusMessageProps {
  className?: string;
  children?: string;
}

/** A status that the page's script may say otherwise, also before React has come, which does not mind. */
export function StatusMessage({ className, children = '' }: StatusMessageProps) {
  return (
    <p role="status" className={className} suppressHydrationWarning>
      {children}
    </p>
  );
}
