// Command generate writes the Go code of the wire contract: `go generate` in the folder above tools, or
// `go run -C tools ./generate`. With -check nothing is written; the exit status is 1 if what is committed is not
// what the contract yields. Compiler and plugins are of the versions that tools/go.mod names.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/protoutil"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/pluginpb"
)

const (
	contract = "../../../proto" // from the folder tools
	output   = "../proto"
	module   = "certamen.example/certamen/proto/certamen/v1;certamenv1"
)

func main() {
	check := flag.Bool("check", false, "compare only; exit status 1 on a difference")
	flag.Parse()
	fresh, err := generate()
	if err == nil && *check {
		err = compare(fresh)
	} else if err == nil {
		err = write(fresh)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// generate gives the contents of all files by their paths below the output folder.
func generate() (map[string]string, error) {
	paths, err := fs.Glob(os.DirFS(contract), "certamen/v1/*.proto")
	if err != nil {
		return nil, err
	}
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{ImportPaths: []string{contract}}),
		SourceInfoMode: protocompile.SourceInfoStandard, // the comments
	}
	compiled, err := compiler.Compile(context.Background(), paths...)
	if err != nil {
		return nil, err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: paths}
	added := make(map[string]bool)
	for _, file := range compiled {
		addFile(request, file, added)
	}
	options := []string{"paths=source_relative"}
	for _, path := range paths {
		options = append(options, "M"+path+"="+module)
	}
	request.Parameter = proto.String(strings.Join(options, ","))
	files := make(map[string]string)
	for _, plugin := range []string{"protoc-gen-go", "protoc-gen-go-grpc"} {
		response, err := run(plugin, request)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", plugin, err)
		}
		for _, file := range response.GetFile() {
			files[file.GetName()] = file.GetContent()
		}
	}
	return files, nil
}

// addFile puts a file into a request after those that it imports, as plugins expect it.
func addFile(request *pluginpb.CodeGeneratorRequest, file protoreflect.FileDescriptor, added map[string]bool) {
	if added[file.Path()] {
		return
	}
	added[file.Path()] = true
	for at := range file.Imports().Len() {
		addFile(request, file.Imports().Get(at).FileDescriptor, added)
	}
	described := protoutil.ProtoFromFileDescriptor(file)
	request.ProtoFile = append(request.ProtoFile, described)
}

// run a plugin: a request goes in, a response comes out.
func run(plugin string, request *pluginpb.CodeGeneratorRequest) (*pluginpb.CodeGeneratorResponse, error) {
	input, err := proto.Marshal(request)
	if err != nil {
		return nil, err
	}
	command := exec.Command("go", "tool", plugin)
	command.Stdin, command.Stderr = bytes.NewReader(input), os.Stderr
	printed, err := command.Output()
	if err != nil {
		return nil, err
	}
	response := new(pluginpb.CodeGeneratorResponse)
	if err := proto.Unmarshal(printed, response); err != nil {
		return nil, err
	}
	if response.GetError() != "" {
		return nil, fmt.Errorf("%s", response.GetError())
	}
	return response, nil
}

// committed are the files that are there now, by path.
func committed() (map[string]string, error) {
	files := make(map[string]string)
	paths, err := fs.Glob(os.DirFS(output), "certamen/v1/*.go")
	for _, path := range paths {
		content, err := os.ReadFile(filepath.Join(output, path))
		if err != nil {
			return nil, err
		}
		files[path] = string(content)
	}
	return files, err
}

// compare names the files that are missing, superfluous or different.
func compare(fresh map[string]string) error {
	old, err := committed()
	if err != nil {
		return err
	}
	var stale []string
	all := maps.Clone(fresh)
	maps.Copy(all, old)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		was, isThere := old[path]
		is, isWanted := fresh[path]
		if isThere != isWanted || was != is {
			stale = append(stale, path)
		}
	}
	if stale != nil {
		return fmt.Errorf("stale, run `go generate` in clients/go: %s", strings.Join(stale, ", "))
	}
	return nil
}

// write what is fresh, and nothing else.
func write(fresh map[string]string) error {
	old, err := committed()
	if err != nil {
		return err
	}
	for path := range old {
		if err := os.Remove(filepath.Join(output, path)); err != nil {
			return err
		}
	}
	for path, content := range fresh {
		target := filepath.Join(output, path)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
