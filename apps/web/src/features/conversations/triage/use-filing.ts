import { fileTriageMail } from '@handover/contract/triage.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { messageOf } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

interface Filing {
  run: (customer: { id: string; name: string }) => void;
  isPending: boolean;
  failure: string | null;
}

/**
 * Files the mail of a sender under a customer and leads to the conversation with them. A customer who is
 * `isNew` is shown also when the mail could not be filed: making them once more would double them.
 */
export function useFiling(mailId: string, { isNew = false }: { isNew?: boolean } = {}): Filing {
  const toasts = useToasts();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const submitKey = useSubmitKey();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ id: customerId }: { id: string; name: string }) =>
      send(
        fileTriageMail,
        { params: { id: mailId }, body: { customerId } },
        { idempotencyKey: submitKey.keyFor(customerId) },
      ),
    onSuccess: ({ filed: { count } }, { id, name }) => {
      refresh({ noun: 'message', customerId: id });
      toasts.done(`${count === 1 ? 'The email is' : `${String(count)} emails are`} filed under ${name}`);
      // In place of the entry that guarded the new customer's form against Back.
      void navigate(`/admin/users/view/${id}?tab=conversation`, { replace: isNew });
    },
    onError: (refusal, { id }) => {
      if (!isNew) return;
      toasts.failed(`The email was not filed. ${messageOf(refusal)}`);
      void navigate(`/admin/users/view/${id}`, { replace: true });
    },
    onSettled: () => refresh({ noun: 'triage', customerId: null }),
  });
  return { run: mutate, isPending, failure: error === null ? null : messageOf(error) };
}
