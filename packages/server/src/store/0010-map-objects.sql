-- What imports of older versions did not keep of an object: they knew neither how it is turned, nor who built it, nor
-- what it belongs to. None counts as natural, so that a deleted base takes along what it took along before.
update mapObjects set record = json_insert(
  record,
  '$.yawDeg', 0,
  '$.booth', null,
  '$.builderUid', null,
  '$.ownerId', null,
  '$.natural', json('false'),
  '$.underConstruction', json('false')
);
