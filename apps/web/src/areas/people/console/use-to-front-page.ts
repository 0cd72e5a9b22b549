import { useNavigate } from '@tanstack/react-router';
import { AppError } from '../../../lib/app-error.ts';

/** Whose session ended under a menu's switch goes to the front page (specification 3 §8). */
export function useRedirectOnSignOut(): (error: Error) => void {
  const navigate = useNavigate();
  return (error) => {
    if (error instanceof AppError && error.status === 401) void navigate({ to: '/', replace: true });
  };
}
