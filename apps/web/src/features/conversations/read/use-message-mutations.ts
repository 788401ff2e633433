import { cancelEmail, resendEmail, type Message } from '@handover/contract/conversations.ts';
import { useMutation } from '@tanstack/react-query';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { concerned, type RecordRef } from '#shared/records/page/record-ref.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

/** Sending again and holding back. */
export function useMessageMutations(
  message: Message,
  of: RecordRef,
): { resend: () => void; cancel: () => void; isPending: boolean } {
  const toasts = useToasts();
  const refresh = useRefresh();
  const submitKey = useSubmitKey();
  const params = { id: message.id };
  const onSettled = (): void => refresh({ noun: 'message', ...concerned(of) });
  const onError = (error: Error): void => toasts.failed(messageOf(error));
  const resend = useMutation({
    mutationFn: () =>
      send(resendEmail, { params }, { idempotencyKey: submitKey.keyFor([message.id, message.version]) }),
    onSuccess: () => toasts.done('The email is queued again'),
    onError,
    onSettled,
  });
  const cancel = useMutation({
    mutationFn: () => send(cancelEmail, { params }),
    onSuccess: () => toasts.done('The email will not be sent'),
    onError,
    onSettled,
  });
  return {
    resend: () => !resend.isPending && resend.mutate(),
    cancel: () => !cancel.isPending && cancel.mutate(),
    isPending: resend.isPending || cancel.isPending,
  };
}
