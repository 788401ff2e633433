import { useRefresh } from '#shared/live/live-updates.tsx';

/** Whatever hangs on a customer may hang on another one now. */
export function useMergeRefresh(): () => void {
  const refresh = useRefresh();
  return () => {
    for (const noun of ['customer', 'note', 'message', 'business'] as const)
      refresh({ noun, customerId: null });
  };
}
