/** Makes the picture of the view that was asked for. Each view but the written one is loaded when it is asked for. */
import type { Terminal } from '../terminal.ts';
import type { TrafficFiles } from '../traffic/world-of-files.ts';
import { filesPicture, pictureWithTraffic, shownSubject, type FilesPicture } from './files-picture.ts';
import type { ShowOptions } from './show-options.ts';

/** Throws a UsageError where --service names no Service, and for --since as `endpoints traffic`. */
export async function viewPicture(
  files: TrafficFiles,
  options: ShowOptions,
  terminal: Terminal,
): Promise<FilesPicture> {
  if (options.since !== undefined) {
    const { changesPicture } = await import('./changes-picture.ts');
    return changesPicture(files, { ...options, since: options.since }, terminal);
  }
  switch (options.view) {
    case 'written':
      return filesPicture(files, options);
    case 'mirrored': {
      const { mirroredPicture } = await import('../../analysis/picture/mirrored-view.ts');
      const subject = shownSubject(files, options);
      return pictureWithTraffic(mirroredPicture(subject.world, subject.options), subject, files);
    }
    case 'patched': {
      const { patchedFiles } = await import('./patched-files.ts');
      return patchedFiles(files, options);
    }
    case 'converted': {
      const { convertedFiles } = await import('./converted-files.ts');
      return convertedFiles(files, options, terminal);
    }
  }
}
