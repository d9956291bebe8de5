import { Outlet } from 'react-router';
import { ErrorPage } from '#app/routes/frame/error-page.tsx';
import type { Route } from './+types/layout';

export default function PublicLayout() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
