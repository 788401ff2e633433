import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import type { Message } from '@handover/contract/conversations.ts';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { SearchBox } from '#shared/lists/search-box.tsx';
import Conversation from '../read/conversation.tsx';
import { MessageHits } from './message-hits.tsx';
import styles from './message-search.module.css';

interface SearchableConversationProps {
  customerId: string;
  onReply: (message: Message) => void;
  onDraft: ((threadId: string | null) => void) | null;
}

/** The conversation with a customer, or what a search finds in it; the search stands in the address. */
export default function SearchableConversation(props: SearchableConversationProps): ReactElement {
  const [params, setParams] = useSearchParams();
  const text = params.get('find') ?? '';
  const isEverywhere = params.get('in') === 'all';
  const set = (changes: Record<string, string | null>): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(changes))
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  // One character that is no letter or digit names no word.
  const isWord = /[\p{L}\p{N}]/u.test(text);
  return (
    <>
      <div className={styles['bar']}>
        <SearchBox noun="emails" fields="words in emails" value={text} onSearch={(find) => set({ find })} />
        {text !== '' && (
          <FormControlLabel
            label="In all conversations"
            slotProps={{ typography: { variant: 'body2' } }}
            control={
              <Checkbox
                checked={isEverywhere}
                onChange={(event) => set({ in: event.target.checked ? 'all' : null })}
              />
            }
          />
        )}
      </div>
      {isWord ? (
        <MessageHits
          text={text}
          customerId={isEverywhere ? null : props.customerId}
          onClear={() => set({ find: null, in: null })}
        />
      ) : (
        <Conversation {...props} of={{ type: 'customer', id: props.customerId }} />
      )}
    </>
  );
}
