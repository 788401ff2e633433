import { fileTriageMail } from '@handover/contract/conversations/triage.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useSubmitKey } from '#shared/api/submit-key.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';

interface EmailAssignment {
  run: (customer: { id: string; name: string }) => void;
  isPending: boolean;
  failure: string | null;
}

/**
 * Files a sender's email under a customer and opens their conversation. A customer who `isNew` is opened
 * even if filing failed, since submitting again would create a second one.
 */
export function useAssignEmail(mailId: string, { isNew = false }: { isNew?: boolean } = {}): EmailAssignment {
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
      toasts.done(`${count === 1 ? '1 email' : `${String(count)} emails`} assigned to ${name}`);
      // Replaces the history entry that guarded the form against Back.
      void navigate(`/admin/users/view/${id}?tab=conversation`, { replace: isNew });
    },
    onError: (refusal, { id }) => {
      if (!isNew) return;
      toasts.failed(`The email was not assigned. ${getErrorMessage(refusal)}`);
      void navigate(`/admin/users/view/${id}`, { replace: true });
    },
    onSettled: () => refresh({ noun: 'triage', customerId: null }),
  });
  return { run: mutate, isPending, failure: error === null ? null : getErrorMessage(error) };
}
