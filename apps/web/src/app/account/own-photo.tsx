import type { Profile } from '@handover/contract/auth.ts';
import { removeOwnPhoto, setOwnPhoto } from '@handover/contract/photos.ts';
import { FileButton } from '@handover/ui/forms/file-button.tsx';
import { Avatar } from '@handover/ui-lite/parts/avatar.tsx';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRef, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import { photoAccept, usePhoto } from '#shared/photos/use-photo.ts';
import { useSessionActions, useUser } from '#shared/session/session-context.tsx';

/** The own photo, and the way to another or to none. */
export function OwnPhoto(): ReactElement {
  const { displayName, photoURL } = useUser();
  const { setUser } = useSessionActions();
  const photo = usePhoto<{ user: Profile }>({
    upload: (file) => uploadWithProgress(setOwnPhoto, { file }),
    remove: () => send(removeOwnPhoto),
    onChanged: ({ user }) => setUser(user),
  });
  const change = useRef<HTMLButtonElement>(null);
  const remove = (): void => {
    photo.remove();
    // The button that was pressed goes away with the photo.
    change.current?.focus();
  };
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'center' }}>
      <Box sx={{ display: 'flex', opacity: photo.isPending ? 0.5 : 1 }}>
        <Avatar name={displayName} photoUrl={photoURL} size={64} />
      </Box>
      <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
        <FileButton
          ref={change}
          variant="outlined"
          color="inherit"
          accept={photoAccept}
          onFiles={photo.choose}
        >
          {photoURL === null ? 'Add a photo' : 'Change photo'}
        </FileButton>
        {photoURL !== null && (
          <Button variant="text" color="inherit" disabled={photo.isPending} onClick={remove}>
            Remove photo
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
