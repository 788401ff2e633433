/** A photo; `users` and `customers` refer to it by its key, which is part of its URL. */
export type PhotosTable = {
  key: string;
  sha256: string;
  size_bytes: number;
  content_type: 'image/png' | 'image/jpeg' | 'image/webp';
  created_at: Date;
};
