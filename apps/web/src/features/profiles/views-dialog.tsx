import { recordInfo } from '@handover/contract/records/records.ts';
import type { Profile, ProfileView, ReaderKind } from '@handover/contract/profiles.ts';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { LoadMore, PagedPanel } from '#shared/lists/paged-panel.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './profiles.module.css';
import { profileViewsQuery } from './profiles.queries.ts';

const readers: Readonly<Record<ReaderKind, string>> = {
  staff: 'Staff',
  seller: 'Seller',
  buyer: 'Buyer',
  visitor: 'Visitor',
};

/** Who read which version, and when. */
export default function ViewsDialog({
  profile,
  onClose,
}: {
  profile: Profile;
  onClose: () => void;
}): ReactElement {
  const query = useInfiniteQuery(profileViewsQuery(profile.id));
  const views = query.data?.pages.flatMap((page) => page.views) ?? [];
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby="profile-views" onClose={onClose}>
      <DialogTitle id="profile-views">View log</DialogTitle>
      <DialogContent>
        <PagedPanel
          query={query}
          count={views.length}
          empty={{
            icon: 'solar:eye-bold-duotone',
            title: 'No views yet',
            text: 'Each view by the seller, buyers, and visitors will appear here.',
          }}
          failed="The views could not be loaded"
        >
          <ul className={styles['list']}>
            {views.map((view) => (
              <ViewRow key={view.id} view={view} />
            ))}
          </ul>
          <LoadMore query={query} shown={views.length} total={query.data?.pages[0]?.total ?? views.length} />
        </PagedPanel>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ViewRow({ view }: { view: ProfileView }): ReactElement {
  const { timeZone } = useUser();
  const { user, reader, dealId, number, format, ipAddress, viewedAt } = view;
  return (
    <li className={styles['version']}>
      <div className={styles['facts']}>
        <p className={styles['name']}>{user === null ? readers[reader] : user.displayName}</p>
        <p className={styles['note']}>
          {user !== null && `${readers[reader]} · `}Version {number} · {format === 'pdf' ? 'PDF' : 'Page'} ·{' '}
          {ipAddress}
          {dealId !== null && (
            <>
              {' · '}
              <Link to={`${recordInfo.deal.path}${dealId}`}>Deal</Link>
            </>
          )}
        </p>
      </div>
      <span className={styles['note']}>
        <RelativeTime time={viewedAt} timeZone={timeZone} />
      </span>
    </li>
  );
}
