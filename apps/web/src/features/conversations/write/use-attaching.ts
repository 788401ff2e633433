import type { EmailDraft } from '@handover/contract/email-drafts.ts';
import { attachmentMaxBytes, uploadFile } from '@handover/contract/files.ts';
import { useState } from 'react';
import { messageOf } from '#shared/api/api-error.ts';
import { uploadWithProgress } from '#shared/api/upload-with-progress.ts';
import type { DraftHandle } from '#shared/drafts/use-draft.ts';
import { sizeText } from '#shared/files/files.ts';

export interface Uploading {
  readonly name: string;
  /** 0–1 */
  readonly share: number;
}

interface Attaching {
  uploads: readonly Uploading[];
  failure: string | null;
  attach: (files: readonly File[]) => void;
  detach: (id: string) => void;
}

/** Uploads files one by one and attaches them to the draft. */
export function useAttaching({ change }: DraftHandle<EmailDraft>): Attaching {
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const [failure, setFailure] = useState<string | null>(null);

  const uploadOne = async (file: File): Promise<void> => {
    const show = (share: number): void =>
      setUploads((all) => [...all.filter(({ name }) => name !== file.name), { name: file.name, share }]);
    show(0);
    try {
      const { file: stored } = await uploadWithProgress(uploadFile, {
        query: { name: file.name },
        file,
        onProgress: show,
      });
      change(({ attachments }) => ({
        attachments: [...attachments, { id: stored.id, name: stored.name, sizeBytes: stored.sizeBytes }],
      }));
    } catch (error) {
      setFailure(`${file.name}: ${messageOf(error)}`);
    } finally {
      setUploads((all) => all.filter(({ name }) => name !== file.name));
    }
  };

  const attach = async (files: readonly File[]): Promise<void> => {
    setFailure(null);
    for (const file of files) {
      if (file.size > attachmentMaxBytes)
        setFailure(`${file.name} is too large: at most ${sizeText(attachmentMaxBytes)} each`);
      else await uploadOne(file);
    }
  };

  return {
    uploads,
    failure,
    attach: (files) => void attach(files),
    detach: (id) =>
      change(({ attachments }) => ({ attachments: attachments.filter((file) => file.id !== id) })),
  };
}
