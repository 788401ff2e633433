import { useState, type ReactElement } from 'react';
import { LinkDialog } from './link-dialog.tsx';
import { InvitationsCard } from './invitations-card.tsx';
import { PeopleCard } from './people-card.tsx';

/** Who works here, and who is invited to. */
export default function PeopleScreen(): ReactElement {
  const [link, setLink] = useState<string | null>(null);
  return (
    <>
      <PeopleCard />
      <InvitationsCard onLink={setLink} />
      {link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}
