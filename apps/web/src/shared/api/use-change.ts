import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { type Change, useRefresh } from '#shared/live/live-updates.tsx';
import { getErrorMessage } from './api-error.ts';

export interface ChangeOptions<Input, Answer> {
  act: (input: Input) => Promise<Answer>;
  /** The toast; none if it is empty. */
  done?: string;
  onDone?: (answer: Answer) => void;
  /** Called instead of showing a toast. */
  onError?: (error: Error) => void;
  /** Changes with the same scope are sent one after another. */
  scope?: string;
}

/** A mutation that shows its result as a toast and then reloads everything of the nouns. */
export function useChange<Input, Answer>(
  nouns: readonly Change['noun'][],
  { act, done = '', onDone, onError, scope }: ChangeOptions<Input, Answer>,
): { run: (input: Input) => void; isPending: boolean } {
  const toasts = useToasts();
  const refresh = useRefresh();
  const { mutate, isPending } = useMutation({
    ...(scope !== undefined && { scope: { id: scope } }),
    mutationFn: act,
    onSuccess: (answer) => {
      if (done !== '') toasts.done(done);
      onDone?.(answer);
    },
    onError: onError ?? ((error) => toasts.failed(getErrorMessage(error))),
    onSettled: () => {
      for (const noun of nouns) refresh({ noun, customerId: null });
    },
  });
  return { run: (input) => mutate(input), isPending };
}
