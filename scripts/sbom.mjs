/** Writes the software bill of materials as CycloneDX JSON. Equal packages give equal bytes. */
import { createHash } from 'node:crypto';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

export function sbomOf(manifest, packages) {
  const bom = new Models.Bom();
  const own = componentOf(Enums.ComponentType.Application, manifest);
  bom.metadata.component = own;
  for (const each of packages) {
    const component = componentOf(Enums.ComponentType.Library, each);
    bom.components.add(component);
    own.dependencies.add(component.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  const serialize = () => serializer.serialize(bom, { sortLists: true, space: 2 });
  bom.serialNumber = serialNumberOf(serialize());
  return `${serialize()}\n`;
}

/** The attestation needs a serial number. A UUID of version 8 may be a hash: equal contents have equal numbers. */
function serialNumberOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function componentOf(type, { name: fullName, version, license, integrity }) {
  const [name, group] = fullName.split('/').toReversed();
  const purl = `pkg:npm/${fullName.replace('@', '%40')}@${version}`;
  const licenses = new Models.LicenseRepository([
    new Contrib.License.Factories.LicenseFactory().makeFromString(license),
  ]);
  const [algorithm, hash] = integrity?.split('-', 2) ?? [];
  const hashes = new Models.HashDictionary();
  if (algorithm === 'sha512') hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(hash, 'base64').toString('hex'));
  return new Models.Component(type, name, { group, version, licenses, hashes, purl, bomRef: purl });
}
